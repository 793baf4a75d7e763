// SPDX-License-Identifier: Apache-2.0
//
// What the module Glibc leaves out.
#include <malloc.h>
