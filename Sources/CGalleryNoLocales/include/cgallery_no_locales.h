// SPDX-License-Identifier: Apache-2.0
//
// Keeps 34 MB of locale data out of the release binary; see no_locales.c.
#ifndef CGALLERY_NO_LOCALES_H
#define CGALLERY_NO_LOCALES_H
#endif
