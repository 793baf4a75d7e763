// SPDX-License-Identifier: Apache-2.0
//
// Keeps 34 MB of locales out of the release of the program, see no_locales.c.
#ifndef CGALLERY_NO_LOCALES_H
#define CGALLERY_NO_LOCALES_H
#endif
