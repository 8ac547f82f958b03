/* SPDX-License-Identifier: MIT */
/* The forms of pasted text, for pasted.c, which has a table of them. Each takes the characters of the whole text in turn,
 * from the first that is not white space; _end comes once, after the last. */
#ifndef GDV_CLI_PASTED_FORMS_H
#define GDV_CLI_PASTED_FORMS_H

#include "pasted.h"

void pasted_words_push(pasted *text, uint8_t character);
void pasted_words_end(pasted *text);

void pasted_list_push(pasted *text, uint8_t character);
void pasted_list_end(pasted *text);

void pasted_literal_push(pasted *text, uint8_t character);
void pasted_literal_end(pasted *text);

void pasted_after_push(pasted *text, uint8_t character);
void pasted_after_end(pasted *text);

void pasted_base64_push(pasted *text, uint8_t character);
void pasted_base64_end(pasted *text);

/* For all of them: a byte is ready; the character at hand is wrong, and why. */
void pasted_give(pasted *text, uint8_t byte);
void pasted_refuse(pasted *text, const char *why);

#endif
