-- Addresses with other letters than ASCII's: each start looks at their keys, of which older releases made others.
create index users_with_odd_email on users (uid) where octet_length(email_key) <> char_length(email_key);
