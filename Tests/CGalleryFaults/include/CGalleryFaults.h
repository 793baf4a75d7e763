// SPDX-License-Identifier: Apache-2.0

#ifndef CGALLERY_FAULTS_H
#define CGALLERY_FAULTS_H

// Nothing is called by name: the program that this is linked into has its own open, write, fsync and so
// on, which count the calls about files of one folder and let one of them fail.
//
//   STORE_CHILD_FOLDER   the folder, without which nothing happens
//   STORE_CHILD_CALLS    a file that gets a line for each call: its number, its name, its path
//   STORE_CHILD_STRIKE   the number of the call that is struck, the first one is 1
//   STORE_CHILD_ERROR    the errno with which it fails; without it the process is killed before the call

#endif
