import type { DataSource } from 'typeorm';

/** In SQL, since an upsert of TypeORM cannot keep the later of two times, which those of two replicas must. */
export async function keepFresh(database: DataSource, readerId: string, milliseconds: number): Promise<void> {
  await database.query(
    `INSERT INTO fresh_readers (reader_id, fresh_until)
     VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (reader_id) DO UPDATE SET fresh_until = greatest(fresh_readers.fresh_until, excluded.fresh_until)`,
    [readerId, milliseconds],
  );
}
