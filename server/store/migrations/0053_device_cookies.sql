-- Who logged in before is known by a cookie of his browser, no longer by an address.
drop table known_addresses;
