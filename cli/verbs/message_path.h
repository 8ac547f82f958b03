/* SPDX-License-Identifier: MIT */
/* Where a path of gdv get leads in a message: .method, .args[0].pos, .inner.records[1].values[0][2]. */
#ifndef GDV_CLI_MESSAGE_PATH_H
#define GDV_CLI_MESSAGE_PATH_H

#include "message_fields.h"
#include "path.h"

typedef enum message_place {
    PLACE_MESSAGE, /* the empty path */
    PLACE_FIELD,
    PLACE_VALUE,
    PLACE_RECORD,
    PLACE_NOWHERE
} message_place;

typedef struct message_end {
    message_place place;
    message_field field; /* the id of a synchronizer is one, too */
    gdv_value value;
    gdv_message_record record;
    char digits[17];  /* of its indexes */
    path_end inside;  /* of a value where the path leads nowhere in it: offsets in the whole path */
    size_t end;       /* of the path, up to the piece that leads nowhere */
    char missing[96]; /* why it does not; "" where `inside` says so */
} message_end;

/* Follows a path that path_check has passed. Returns false, having complained, where memory does not suffice. */
bool message_path_follow(const gdv_message *message, gdv_envelope envelope, const char *path, message_end *to);

#endif
