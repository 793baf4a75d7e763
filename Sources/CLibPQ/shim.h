// SPDX-License-Identifier: Apache-2.0
#include <libpq-fe.h>
// The Glibc module of Swift leaves it out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
