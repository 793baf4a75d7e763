// SPDX-License-Identifier: Apache-2.0

#ifndef CGALLERY_FAULTS_H
#define CGALLERY_FAULTS_H

// This library is not called. A program that links it gets replacements of open, write, fsync and
// so on, which count the calls on files of one folder and make one of them fail. Environment
// variables configure it:
//
//   STORE_CHILD_FOLDER   the folder; without it nothing happens
//   STORE_CHILD_CALLS    a file that receives one line per call: number, function, path
//   STORE_CHILD_STRIKE   the number of the call that fails; the first call is 1
//   STORE_CHILD_ERROR    the errno of the failure; without it the process is killed before the call

#endif
