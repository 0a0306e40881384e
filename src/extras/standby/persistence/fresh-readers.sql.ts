import type { DataSource } from 'typeorm';

/** Written in SQL, because an upsert by TypeORM cannot keep the later of two times, which two replicas may write. */
export async function keepFresh(database: DataSource, readerId: string, milliseconds: number): Promise<void> {
  await database.query(
    `INSERT INTO fresh_readers (reader_id, fresh_until)
     VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
     ON CONFLICT (reader_id) DO UPDATE SET fresh_until = greatest(fresh_readers.fresh_until, excluded.fresh_until)`,
    [readerId, milliseconds],
  );
}
