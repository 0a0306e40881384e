-- Run once, on the first primary: the two roles of docs/operations/installing.md and their database.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
CREATE ROLE purser_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE purser LOGIN PASSWORD :'password';
-- A pooler keeps no setting of a session.
ALTER ROLE purser SET statement_timeout = '5000ms';
ALTER ROLE purser SET lock_timeout = '2000ms';
ALTER ROLE purser SET idle_in_transaction_session_timeout = '10000ms';
CREATE DATABASE purser OWNER purser_owner;
