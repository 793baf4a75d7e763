# SPDX-License-Identifier: Apache-2.0
"""Hooks of Scripts/schemathesis.sh: each request comes from another address, as if behind a proxy.

After ten wrong credentials of one address the server answers 429, before it looks at further ones.
"""

import itertools

import schemathesis

numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, arguments):
    number = next(numbers)
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address}
