import type { ColumnType } from 'typeorm';

// Types of PostgreSQL that TypeORM's list lacks; `PurserDataSource` knows them.

/** The number of a transaction, in 64 bits. */
export const XID8 = 'xid8' as ColumnType;

/** The number of an object of the catalogue. */
export const OID = 'oid' as ColumnType;
