// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageStorage

/// Locations on servers: what they tell, and what messages show of them.
struct ServedLocationTests {
  @Test(arguments: [
    ("archive", false), ("/srv/archive", false), ("./postgresql://x", false), ("a:b", false),
    ("", false), ("postgresql://db/scans", true), ("postgres:///scans", true),
    ("postgres//a:b@db/scans", true), ("postgresql//db", true), ("postgres/scans", false),
    ("POSTGRESQL://u:p@db/scans", true), (" postgresql://db", true), ("postgresql:/u:p@db", true),
    ("mysql://db/scans", true), ("https://db", true),
  ])
  func schemesTellLocationsFromFolders(text: String, isLocation: Bool) {
    #expect(ServedLocation.isLocation(text) == isLocation)
  }

  @Test func partsAreTold() throws {
    let text =
      "postgresql://scans:pw@db:5433,other/scans?sslmode=require&objects=s3://bucket/a%20b"
      + "&endpoint=https://s3.example&region=eu-1&user=x"
    let location = try #require(try ServedLocation(text))
    #expect(
      location.database == "postgresql://scans:pw@db:5433,other/scans?sslmode=require&user=x")
    #expect(
      location.originals
        == .bucket(
          "bucket", prefix: "a b/", endpoint: "https://s3.example", region: "eu-1"))
    let shared = try #require(try ServedLocation("postgres:///scans?objects=file:///srv/o"))
    #expect(shared.originals == .folder("/srv/o"))
    #expect(shared.database == "postgres:///scans")
    #expect(try ServedLocation("archive") == nil)
  }

  @Test(arguments: [
    "postgresql://u:SECRET?PW@h/x?objects=/o", "postgresql://u:SECRET/PW@h/x?objects=/o",
    "postgresql://u:SECRET@PW@h/x?objects=/o", "postgresql://u:SECRET%ZZPW@h/x?objects=/o",
    "POSTGRESQL://u:SECRETPW@h/x?objects=/o", "mysql://u:SECRETPW@h/x?objects=/o",
    "postgresql://u:SECRET@[bad/x?objects=/o", "postgresql://u:SECRET@bad]/x?objects=/o",
    "postgresql:/u:SECRETPW@h/x", " postgresql://u:SECRETPW@h/x", "postgresql://h:SECRETPW/x",
    "postgresql://h/x", "postgresql://h/x?objects=", "postgresql://h/x?objects=o",
    "postgresql://h/x?objects=s3://", "postgresql://h/x?objects=ftp://x",
  ])
  func whatCannotBeUsedIsRefused(text: String) {
    let error = #expect(throws: PageStoreError.self) { try ServedLocation(text) }
    guard case .unfitLocation = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    for shown in ["\(String(describing: error))", ServedLocation.withoutPassword(text)] {
      #expect(!shown.contains("SECRET") && !shown.contains("PW"), "\(shown)")
    }
  }

  @Test(arguments: [
    ("postgresql://u:SECRET@h:5432/x?objects=/o", "postgresql://u@h:5432/x?objects=/o"),
    ("postgresql://h:5432/x?objects=/a@b", "postgresql://h:5432/x?objects=/a@b"),
    ("postgresql://[::1]:5432/x?objects=/o", "postgresql://[::1]:5432/x?objects=/o"),
    ("postgresql:///x?pass%77ord=SECRET&objects=/o", "postgresql:///x?objects=/o"),
    ("postgresql:///x?objects=/o&PASSWORD=SECRET&PW2", "postgresql:///x?objects=/o"),
    ("postgresql:///x?passwrd=SECRET&user=u&objects=/o", "postgresql:///x?user=u&objects=/o"),
    ("postgresql:///x?sslpassword=SECRET&objects=/o", "postgresql:///x?objects=/o"),
    (
      "postgresql:///x?objects=s3://b/p&endpoint=http://u:SECRET@h",
      "postgresql:///x?objects=s3://b/p"
    ),
    ("postgresql:///x?options=-c%20a.password%3DSECRET&objects=/o", "postgresql:///x?objects=/o"),
  ])
  func passwordsAreNotShown(text: String, shown: String) throws {
    #expect(try ServedLocation(text)?.description == shown)
  }

  @Test func aStandbyIsReadOnlyIfAPrimaryIsAskedFor() throws {
    let objects = "&objects=/originals"
    func standby(_ text: String) throws -> String? {
      try ServedLocation("postgresql://a,b/scans" + text + objects)?.standby
    }
    for kind in ["read-write", "primary"] {
      #expect(
        try standby("?user=x&target_session_attrs=\(kind)&port=1")
          == "postgresql://a,b/scans?user=x&target_session_attrs=any&port=1")
    }
    for text in ["?user=x", "?target_session_attrs=any", "?target_session_attrs=read-only"] {
      #expect(try standby(text) == nil)
    }
  }
}
