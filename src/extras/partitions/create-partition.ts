import { nameFrom, nextEnd } from './partition-bounds.js';
import type { PartitionGroup } from './partitioned-tables.js';
import { type Run, triggerOn } from './table-shape.js';

const STATEMENT_TRIGGERS = `
  SELECT tgname AS name, pg_get_triggerdef(oid) AS definition, false AS "isOfRow"
  FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgtype & 1 = 0`;

/**
 * Creates an empty partition for each table in a group, either from a bound on or as the default partition. Locks only
 * the default partition, not the tables. Attaching it adds the row triggers.
 */
export async function createPartition(
  run: Run,
  { by, tables }: Pick<PartitionGroup, 'by' | 'tables'>,
  start: 'DEFAULT' | (string & {}),
  { like = 'default' }: { readonly like?: string } = {},
): Promise<string> {
  const suffix = start === 'DEFAULT' ? 'default' : nameFrom(by, start);
  const bound = start === 'DEFAULT' ? 'DEFAULT' : `FOR VALUES FROM ('${start}') TO ('${nextEnd(by, start)}')`;
  for (const { name, references = {} } of tables) {
    const partition = `${name}_${suffix}`;
    await run(`CREATE TABLE ${partition} (LIKE ${name}_${like} INCLUDING ALL EXCLUDING IDENTITY)`);
    await run(`ALTER TABLE ${partition} DROP CONSTRAINT IF EXISTS chk_${name}_before_partitions`);
    for (const [column, referred] of Object.entries(references)) {
      await run(
        `ALTER TABLE ${partition} ADD CONSTRAINT fk_${name}_${column} FOREIGN KEY (${column})
         REFERENCES ${referred}_${suffix} (id)`,
      );
    }
    await run(`ALTER TABLE ${name} ATTACH PARTITION ${partition} ${bound}`);
    const triggers = await run<{ name: string; definition: string; isOfRow: boolean }>(STATEMENT_TRIGGERS, [name]);
    for (const trigger of triggers) await run(triggerOn(partition, trigger));
  }
  return suffix;
}
