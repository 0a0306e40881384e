import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createPayout } from '../support/payouts.js';
import { writePastTriggers } from '../support/test-database.js';

interface SealView {
  readonly seq: number;
  readonly isIntact: boolean;
}

const SEALS = `query ($subject: ID) { auditEntries(first: 100, filter: { subjectId: $subject }) {
  nodes { id seal { seq isIntact } } } }`;

describe('single seals of the audit log', () => {
  let desk: Desk;
  /** The ids of three payouts, whose entries are sealed one after another. */
  let subjects: readonly string[];

  beforeAll(async () => {
    desk = await openDesk();
    const made = [];
    for (const externalId of ['sealed-1', 'sealed-2', 'sealed-3']) {
      made.push((await createPayout(desk.purser.api, { externalId })).payout!.id);
    }
    subjects = made;
    await eventually('all are sealed', async () => ((await seals()).includes(null) ? null : true));
  });

  afterAll(async () => {
    await desk.close();
  });

  async function sealsOf(subject: string | null): Promise<readonly (SealView | null)[]> {
    const { auditEntries } = await desk.purser.admin.request<{
      auditEntries: { nodes: { seal: SealView | null }[] };
    }>(SEALS, { subject });
    return auditEntries.nodes.map(({ seal }) => seal);
  }

  const seals = async (): Promise<readonly (SealView | null)[]> => (await Promise.all(subjects.map(sealsOf))).flat();

  const intact = async (): Promise<readonly (boolean | undefined)[]> => (await seals()).map((seal) => seal?.isIntact);

  /** Reads the seals while a superuser's statement is in effect, then undoes it. */
  async function afterTampering(sql: string, undo: string, seq: number): Promise<readonly (boolean | undefined)[]> {
    await writePastTriggers(desk.database, sql, [seq]);
    try {
      return await intact();
    } finally {
      await writePastTriggers(desk.database, undo, [seq]);
    }
  }

  it('seals are intact from the first entry on', async () => {
    const all = (await sealsOf(null)).filter((seal) => seal !== null);
    expect(all.map(({ seq }) => seq)).toContain(1);
    expect(all.every(({ isIntact }) => isIntact)).toBe(true);
    expect(await intact()).toEqual([true, true, true]);
  });

  it('an edited entry breaks its seal, and a forged seal breaks the next one, too', async () => {
    const seq = (await seals())[1]!.seq;
    const entry = '(SELECT entry_id FROM audit_seals WHERE seq = $1)';
    const edit = `UPDATE audit_entries SET client_address = '203.0.113.9' WHERE id = ${entry}`;
    const before = await desk.database.query<{ address: string }>(
      `SELECT client_address AS address FROM audit_entries WHERE id = ${entry}`,
      [seq],
    );
    const undo = `UPDATE audit_entries SET client_address = '${before[0]!.address}' WHERE id = ${entry}`;
    expect(await afterTampering(edit, undo, seq)).toEqual([true, false, true]);

    const invert = 'UPDATE audit_seals SET hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) WHERE seq = $1';
    expect(await afterTampering(invert, invert, seq)).toEqual([true, false, false]);
    expect(await intact()).toEqual([true, true, true]);
  });

  it('if a seal is moved away, neither it nor the next one is intact', async () => {
    const seq = (await seals())[1]!.seq;
    const remove = 'UPDATE audit_seals SET seq = seq + 1000000 WHERE seq = $1';
    const putBack = 'UPDATE audit_seals SET seq = $1 WHERE seq = $1 + 1000000';
    // The moved seal is found by its entry, but not at the place that it was made for.
    expect(await afterTampering(remove, putBack, seq)).toEqual([true, false, false]);
    expect(await intact()).toEqual([true, true, true]);
  });
});
