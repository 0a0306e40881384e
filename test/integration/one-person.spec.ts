import { randomUUID } from 'node:crypto';
import type { Role } from '../../src/access/scopes/scopes.js';
import { insertKey, type KeyRow } from '../support/api-keys.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { agreedOn, recordedPayout, setPayoutPolicy } from '../support/payouts.js';

interface Actor {
  readonly id: string;
  readonly api: GraphqlClient;
}

const ONE_APPROVER_FROM = '1000';

describe('one person in the database', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: ONE_APPROVER_FROM, approvers: 1 });
  });

  afterAll(() => desk.close());

  async function key(role: Role, row: KeyRow = {}): Promise<Actor> {
    const id = randomUUID();
    return { id, api: desk.purser.as(await insertKey(desk.database, { ...row, id, roles: [role] })) };
  }

  it.each<[string, (first: Actor, second: Actor) => [string, unknown[]]]>([
    [
      'an approval',
      (first, second) => [
        `INSERT INTO payout_approvals (id, payout_id, approver_id, content_hash, expires_at)
         SELECT gen_random_uuid(), id, $2, content_hash, now() + interval '1 hour' FROM payouts WHERE created_by = $1`,
        [first.id, second.id],
      ],
    ],
    [
      'a change request',
      (first, second) => [
        `INSERT INTO change_requests (id, kind, subject, content, content_hash, reason, proposed_by, expires_at, closed_as,
           closed_by, closed_at)
         VALUES (gen_random_uuid(), 'PAYOUT_GATE', 'x', '{}', sha256('x'), 'x', $1, now(), 'CONFIRMED', $2, now())`,
        [first.id, second.id],
      ],
    ],
    [
      'a key',
      (first, second) => [
        `UPDATE api_keys SET created_by = $1, confirmed_by = $2, expires_at = now() + interval '1 day'
         WHERE id = '${randomUUID()}' OR name = 'to-confirm'`,
        [first.id, second.id],
      ],
    ],
  ])('the database refuses %s', async (_, statement) => {
    const first = await key('operator');
    const second = await key('approver', { createdBy: first.id });
    await key('viewer', { name: 'to-confirm' });
    await recordedPayout(first.api, { amount: ONE_APPROVER_FROM });
    const [sql, parameters] = statement(first, second);
    await expect(desk.database.query(sql, parameters)).rejects.toThrow(/never confirms it|approves a payout once/);
  });
});
