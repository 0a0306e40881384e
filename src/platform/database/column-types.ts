import type { ColumnType } from 'typeorm';

// PostgreSQL types that TypeORM's type list lacks. `PurserDataSource` supports them.

export const XID8 = 'xid8' as ColumnType;

export const OID = 'oid' as ColumnType;
