import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readAnchors } from '../../src/desk/audit/anchor-reader.js';
import { verifyAuditChain } from '../../src/desk/audit/audit-chain-verifier.js';
import { APPEND_ONLY_TABLES } from '../../src/platform/database/connection/application-role.js';
import { insertKey } from '../support/api-keys.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import { cardText, enableEveryMethod, getH2hOrder, retryOrder, submitCard, submitCode } from '../support/h2h.js';
import { createdOrder, sendOrder } from '../support/orders.js';
import { recordedPayout } from '../support/payouts.js';
import { OPERATOR_API_KEY, startPurser } from '../support/purser.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { TwoRoles } from '../support/two-roles.js';

interface FactView {
  readonly name: string;
  readonly value: string | null;
}

interface EntryView {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: readonly FactView[];
  readonly after: readonly FactView[];
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
  readonly seal: { readonly seq: number; readonly hash: string } | null;
}

interface EntriesPage {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly edges: readonly { readonly node: EntryView }[];
}

const ENTRIES = `query ($filter: AuditEntryFilter, $first: Int, $after: String) {
  auditEntries(filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { id action actor { kind id name } subjectType subjectId before { name value } after { name value }
      operation requestId clientAddress seal { seq hash } } } } }`;

const ASKS_FOR_CODE = '5555555555554444';
const IS_DECLINED = '4000000000000002';

describe('the audit log', () => {
  const directory = temporaryDirectory();
  const anchorFile = join(directory.path, 'anchors.jsonl');
  let roles: TwoRoles;
  let desk: Desk;

  beforeAll(async () => {
    roles = await TwoRoles.create();
    desk = await openDesk({
      DATABASE_URL: roles.applicationUrl,
      DATABASE_OWNER_URL: roles.ownerUrl,
      AUDIT_ANCHOR_FILE: anchorFile,
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1] }),
    });
    await insertKey(roles.database, { name: 'operator', roles: ['operator'] }, OPERATOR_API_KEY);
  });

  afterAll(async () => {
    await desk.close();
    await roles.drop();
    directory.remove();
  });

  async function list(variables: Readonly<Record<string, unknown>> = {}): Promise<EntriesPage> {
    return (await desk.purser.admin.request<{ auditEntries: EntriesPage }>(ENTRIES, variables)).auditEntries;
  }

  async function entriesAbout(subjectId: string): Promise<EntryView[]> {
    return (await list({ filter: { subjectId } })).edges.map(({ node }) => node);
  }

  it('names the creator of an order and of a payout, their address and the content', async () => {
    const order = await createdOrder(desk.purser.api, { purpose: 'A purpose nobody needs here' });
    const payout = await recordedPayout(desk.purser.api);
    const actor = { kind: 'API_KEY', id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, name: 'operator' };
    const where = { clientAddress: '127.0.0.1', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string };

    const [ofOrder, ...othersOfOrder] = await entriesAbout(order.id);
    expect(othersOfOrder).toEqual([]);
    expect(ofOrder).toMatchObject({ action: 'order.created', operation: 'createOrder', subjectType: 'ORDER', actor });
    expect(ofOrder).toMatchObject(where);
    expect(ofOrder!.before).toEqual([]);
    expect(ofOrder!.after).toContainEqual({ name: 'amount', value: '10.50' });

    const [ofPayout, ...othersOfPayout] = await entriesAbout(payout.id);
    expect(othersOfPayout).toEqual([]);
    expect(ofPayout).toMatchObject({ action: 'payout.created', operation: 'createPayout', actor, ...where });
    expect(ofPayout!.after.map(({ name }) => name).sort()).toEqual(
      ['accountId', 'amount', 'currency', 'approvalReason', 'paymentType'].sort(),
    );
  });

  it('the audit log has an entry for each action, but none for repeated or refused requests', async () => {
    const input = { idempotencyKey: 'audit-once', externalId: 'audit-once' };
    const order = await createdOrder(desk.purser.api, input);
    await createdOrder(desk.purser.api, input);
    await sendOrder(desk.purser.api, { ...input, amount: '11.00' });
    expect(await entriesAbout(order.id)).toHaveLength(1);
    expect((await list({ filter: { action: 'order.created' } })).totalCount).toBe(2);
  });

  it('names who sent a card, who sent a code and who retried, without card data', async () => {
    await enableEveryMethod(desk.purser);
    const order = (): Promise<{ id: string }> => createdOrder(desk.purser.api, { method: 'CARD_H2H' });
    const [paid, declined] = [await order(), await order()];
    await submitCard(desk.purser.api, paid.id, cardText(ASKS_FOR_CODE));
    await submitCard(desk.purser.api, declined.id, cardText(IS_DECLINED));
    await eventually('the bank asks for a code', async () => {
      const { h2hSession } = await getH2hOrder(desk.purser.api, paid.id);
      return h2hSession?.isSmsRequired === true ? true : null;
    });
    await submitCode(desk.purser.api, paid.id, '123456');
    const retry = await eventually('the card is declined', async () => {
      return (await retryOrder(desk.purser.api, declined.id)).order;
    });

    const entries = [...(await entriesAbout(paid.id)), ...(await entriesAbout(retry.id))];
    expect(entries.map(({ action, operation }) => `${action} by ${operation ?? ''}`)).toEqual([
      'order.code_submitted by submitH2hCode',
      'order.card_submitted by submitH2hCard',
      'order.created by createOrder',
      'order.created by retryOrder',
    ]);
    expect(entries.at(-1)!.after).toContainEqual({ name: 'retryOf', value: declined.id });
    // Ids, row numbers and times are removed first: they may contain any four digits by chance.
    const [row] = await roles.database.query<{ text: string }>(
      `SELECT string_agg(regexp_replace((to_jsonb(entry) - '{tx_id,occurred_at}'::text[])::text, $1, 'id', 'g'), E'\\n')
         AS text FROM audit_entries AS entry`,
      ['[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
    );
    for (const secret of [ASKS_FOR_CODE, '4444', IS_DECLINED, '123456', 'Lovelace', 'A purpose', 'Souza', '@']) {
      expect(row!.text).not.toContain(secret);
    }
  });

  it('records once per page who reads it', async () => {
    const before = (await list({ filter: { action: 'audit.read' } })).totalCount;
    const { edges } = await list({ filter: { action: 'audit.read', subjectType: 'AUDIT' }, first: 1 });
    expect((await list({ filter: { action: 'audit.read' } })).totalCount).toBe(before + 2);
    expect(edges[0]!.node).toMatchObject({ operation: 'auditEntries', actor: { name: 'bootstrap' }, subjectId: null });
    expect(edges[0]!.node.after.map(({ name, value }) => `${name} ${value ?? ''}`).sort()).toEqual([
      'action audit.read',
      'limit 1',
      'subjectType AUDIT',
    ]);
  });

  it('records who reads a single entry, which is the same as in the list', async () => {
    const [{ node }] = (await list({ filter: { action: 'audit.read' }, first: 1 })).edges as [{ node: EntryView }];
    const { auditEntry } = await desk.purser.admin.request<{ auditEntry: EntryView }>(
      `query ($id: ID!) { auditEntry(id: $id) { id action actor { kind id name } subjectType subjectId
         before { name value } after { name value } operation requestId clientAddress } }`,
      { id: node.id },
    );
    expect({ ...auditEntry, seal: node.seal }).toEqual(node);
    const read = await list({ filter: { action: 'audit.read' }, first: 2 });
    expect(read.edges[1]!.node).toMatchObject({ operation: 'auditEntry', after: [{ name: 'id', value: node.id }] });
  });

  it('the audit log is paged, the newest first, and filtered', async () => {
    const occurredTo = new Date().toISOString();
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page: EntriesPage = await list({ filter: { occurredTo }, first: 3, after });
      ids.push(...page.edges.map(({ node }) => node.id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    const rows = await roles.database.query<{ id: string }>(
      'SELECT id FROM audit_entries WHERE occurred_at < $1 ORDER BY occurred_at DESC, id DESC',
      [occurredTo],
    );
    expect(ids).toEqual(rows.map(({ id }) => id));

    const [{ node: newest } = { node: null }] = (await list({ first: 1 })).edges;
    const count = async (filter: Readonly<Record<string, unknown>>) => (await list({ filter })).totalCount;
    expect(await count({ occurredFrom: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
    const own = await roles.database.query(`SELECT 1 FROM audit_entries WHERE actor_id = $1 AND occurred_at < $2`, [
      newest!.actor.id,
      occurredTo,
    ]);
    expect(await count({ actorId: newest!.actor.id, occurredTo })).toBe(own.length);
    expect(own.length).toBeLessThan(ids.length);
    expect(await count({ actorId: newest!.id })).toBe(0);
    expect(await count({ subjectType: 'PAYOUT' })).toBe(1);
  });

  it.each([
    ['a card number', 'subjectId', '4111111111111111'],
    ['an e-mail address', 'subjectId', 'ada@example.com'],
    ['nothing', 'action', ''],
    ['a long text', 'subjectType', 'a'.repeat(101)],
    ['a name', 'actorId', 'bootstrap'],
  ])('refuses to search for %s, because the search itself would be recorded', async (_, field, value) => {
    const { errors } = await desk.purser.admin.send(ENTRIES, { filter: { [field]: value } });
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', field: ['filter', field] } });
    expect(JSON.stringify(errors)).not.toContain(value || 'no value');
  });

  it('the audit log is sealed, and its anchors are in the log and in the file', async () => {
    const { id } = await createdOrder(desk.purser.api);
    const sealed = await eventually('it is sealed', async () => (await entriesAbout(id))[0]?.seal ?? null);
    const head = await eventually('all is sealed', async () => {
      const report = await verifyAuditChain(roles.database.query, { anchors: await readAnchors(anchorFile) });
      expect(report.problems).toEqual([]);
      return report.unsealed === 0 && report.anchorsMet > 0 ? report.head : null;
    });
    expect(head.seq).toBeGreaterThanOrEqual(sealed.seq);
    const [first] = readFileSync(anchorFile, 'utf8').split('\n');
    const { seq, hash } = JSON.parse(first!) as { seq: number; hash: string };
    expect(desk.purser.logLines.some((line) => line.includes(`"audit_anchor","seq":${seq},"hash":"${hash}"`))).toBe(
      true,
    );
  });

  it('the application role owns no append-only table and cannot change any', async () => {
    const pool = new pg.Pool({ connectionString: roles.applicationUrl, max: 1 });
    const refused = async (statement: string): Promise<void> => {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    };
    const columns = {
      audit_entries: 'reason',
      audit_seals: 'seq',
      desk_changes: 'tx_id',
      ledger_entries: 'amount',
      payout_evidence: 'payout_id',
      status_changes: 'tx_id',
    };
    expect(Object.keys(columns)).toEqual(APPEND_ONLY_TABLES);
    for (const [table, column] of Object.entries(columns)) {
      await refused(`UPDATE ${table} SET ${column} = ${column}`);
      await refused(`DELETE FROM ${table}`);
      await refused(`TRUNCATE ${table}`);
      await refused(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
      await refused(`DROP TABLE ${table}`);
    }
    const filledByDatabase = {
      audit_entries: ['incarnation', 'tx_id', 'occurred_at'],
      audit_seals: ['seq', 'entry_id', 'entry_incarnation', 'entry_tx_id', 'hash', 'sealed_at'],
      desk_changes: ['id', 'incarnation', 'tx_id', 'subject_type', 'subject_id', 'aspects', 'occurred_at'],
      ledger_entries: ['occurred_at'],
      payout_evidence: ['occurred_at'],
      status_changes: ['incarnation', 'tx_id', 'occurred_at'],
    };
    expect(Object.keys(filledByDatabase)).toEqual(APPEND_ONLY_TABLES);
    for (const [table, hidden] of Object.entries(filledByDatabase)) {
      for (const column of hidden) await refused(`INSERT INTO ${table} (${column}) VALUES (DEFAULT)`);
    }
    await refused('CREATE TABLE further (id int)');
    await refused('DELETE FROM migrations');
    await refused('SET session_replication_role = replica');
    await pool.end();
  });

  it('the application role can seal entries only in order, whatever hashes it supplies', async () => {
    const pool = new pg.Pool({ connectionString: roles.applicationUrl, max: 1 });
    const seal = (ids: string, hashes: string): Promise<unknown> =>
      pool.query(`SELECT seal_audit_entries(${ids}, ${hashes})`);
    const hash = `ARRAY[decode(repeat('00', 32), 'hex')]`;
    // An entry that is sealed, an entry that does not exist, more hashes than entries, and fewer.
    for (const [ids, hashes] of [
      ['(SELECT array_agg(entry_id) FROM audit_seals WHERE seq = 1)', hash],
      ['ARRAY[gen_random_uuid()]', hash],
      [`ARRAY[]::uuid[]`, hash],
      ['ARRAY[gen_random_uuid()]', 'ARRAY[]::bytea[]'],
    ] as const) {
      await expect(seal(ids, hashes)).rejects.toMatchObject({ code: '23001' });
    }
    await pool.end();
    const open = await roles.database.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
       AND has_function_privilege('public', oid, 'EXECUTE')`,
    );
    expect(open).toEqual([]);
  });

  it("a replica starts without the owner's address, but refuses the owner's role for both addresses", async () => {
    const replica = await startPurser({ DATABASE_URL: roles.applicationUrl });
    await replica.close();
    const oneForTwo = startPurser({ DATABASE_URL: roles.ownerUrl, DATABASE_OWNER_URL: roles.ownerUrl });
    await expect(oneForTwo).rejects.toThrow('in spite of DATABASE_OWNER_URL');
    expect([...desk.purser.logLines, ...replica.logLines].join()).not.toContain('database_has_one_role');

    const oneRole = await startPurser({ DATABASE_URL: desk.database.url });
    await oneRole.close();
    expect(oneRole.logLines.join()).toContain('database_has_one_role');
  });
});
