// SPDX-License-Identifier: Apache-2.0

/// Two certificates of localhost with their keys, which no one uses elsewhere.
///
///     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 \
///       -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
enum TestCertificate {
  static let first = (
    certificate: """
    -----BEGIN CERTIFICATE-----
    MIIBnDCCAUGgAwIBAgIUI/2WlC8mJN29WxxRVfJhUd4V2yQwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE3MzM0NloYDzIxMjYxMDMw
    MTczMzQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQlC7DLEL4mC5zGuVcTjKQY5wSJaBPJKcVu+8Kw2QOQvsTS0aFJGrpg
    0WztYnQsCwrr3ts//HIcaxdBHIOSMkOTo28wbTAdBgNVHQ4EFgQUuGM6O/r2qJVt
    NzEDaYowujsJw5UwHwYDVR0jBBgwFoAUuGM6O/r2qJVtNzEDaYowujsJw5UwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSQAwRgIhAPWQgWtj4ma3H6gVfJt41S5tIaRG+BmmF4TFPZXKfZ2TAiEA
    yfaUQSUKXhtCDHMhWnWiNhgeWNQzYql6+ChAoAMr2bU=
    -----END CERTIFICATE-----

    """,
    key: """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghwhoiKJVP21oYcDw
    hb6hllJoryDb7u1/pKJ/LN9pZYChRANCAAQlC7DLEL4mC5zGuVcTjKQY5wSJaBPJ
    KcVu+8Kw2QOQvsTS0aFJGrpg0WztYnQsCwrr3ts//HIcaxdBHIOSMkOT
    -----END PRIVATE KEY-----

    """
  )

  static let second = (
    certificate: """
    -----BEGIN CERTIFICATE-----
    MIIBmzCCAUGgAwIBAgIUEVVacPdXfemUrTO5/OQy7oSEPCEwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE3MzM0NloYDzIxMjYxMDMw
    MTczMzQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQEYS/bDdF3B9k03f0SFlLHi2ApiNN5gSkQViJdgMbPw0S2Z8bXZhCK
    lliHPOoCZyAwPY15i8NtUc33NzhdAfX9o28wbTAdBgNVHQ4EFgQUAMF6Yss+I00O
    PNl5pEUObWGXYHcwHwYDVR0jBBgwFoAUAMF6Yss+I00OPNl5pEUObWGXYHcwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSAAwRQIgbLS2swBbBET9wQ7lbKZYFYRv121OaXHpjVa1FPz/yHUCIQD2
    V9YG691KaqB+Yb7Alswgh9NJBRUaH6BZo0rYWqdaqw==
    -----END CERTIFICATE-----

    """,
    key: """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7L+ESnAzP2x1lKVg
    gxQm2dk97Vv4NJyICFiR5X1W+SGhRANCAAQEYS/bDdF3B9k03f0SFlLHi2ApiNN5
    gSkQViJdgMbPw0S2Z8bXZhCKlliHPOoCZyAwPY15i8NtUc33NzhdAfX9
    -----END PRIVATE KEY-----

    """
  )
}
