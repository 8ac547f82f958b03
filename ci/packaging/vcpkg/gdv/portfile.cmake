# SPDX-License-Identifier: MIT
# vcpkg builds gdv from the tree that this file is in: `vcpkg install gdv --overlay-ports=ci/packaging/vcpkg`.
# In a registry of its own, vcpkg_from_github takes the place of SOURCE_PATH.
#
# No gate runs vcpkg itself, which no Debian package has. //ci:packaging_test runs this file with its helpers replaced by
# ones that configure, build and install in the same places.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES tools GDV_COMMAND)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DGDV_INSTALL=ON -DGDV_TESTS=OFF ${FEATURE_OPTIONS}
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/gdv)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES gdv AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
