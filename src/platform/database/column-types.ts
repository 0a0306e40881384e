import type { ColumnType } from 'typeorm';

// PostgreSQL types that TypeORM's list lacks; `PurserDataSource` knows them.

/** A 64-bit transaction number. */
export const XID8 = 'xid8' as ColumnType;

/** The number of a catalogue object. */
export const OID = 'oid' as ColumnType;
