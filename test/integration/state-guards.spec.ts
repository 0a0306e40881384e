import { randomUUID } from 'node:crypto';
import { classifyMove } from '../../src/common/state-machine.js';
import { STATE_TABLES } from '../support/state-tables.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

type Row = Readonly<Record<string, unknown>>;

const DUE_ORDERS = ['SUBMITTING', 'CREATED', 'PENDING', 'UNCONFIRMED', 'UNRECOGNIZED'];
const DUE_SESSIONS = ['NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING'];

describe('guards of states', () => {
  let database: TestDatabase;
  const accountId = randomUUID();

  beforeAll(async () => {
    database = await createTestDatabase();
    await insert('accounts', { id: accountId, name: 'first', sealed_api_token: Buffer.of(1) });
  });

  afterAll(async () => {
    await database.drop();
  });

  /** For each table: the columns of a valid row in a state, so that only the guard can refuse a move to it. */
  const rowsIn: Readonly<Record<string, (state: string) => Row>> = {
    orders: (state) => ({
      status: state,
      provider_order_id: randomUUID(),
      next_check_at: DUE_ORDERS.includes(state) ? new Date() : null,
    }),
    h2h_sessions: (state) => ({
      status: state,
      card_sent_at: new Date(),
      next_poll_at: DUE_SESSIONS.includes(state) ? new Date() : null,
    }),
    payouts: (state) => ({
      submission_state: state,
      next_attempt_at: state === 'APPROVED' ? new Date() : null,
      provider_payout_id: state === 'ACCEPTED' ? randomUUID() : null,
      provider_state: state === 'ACCEPTED' ? 'COMPLETED' : null,
    }),
    payout_attempts: (state) => ({ state, provider_payout_id: state === 'ACCEPTED' ? randomUUID() : null }),
  };

  async function insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    await database.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  async function update(table: string, id: string, row: Row): Promise<void> {
    const assignments = Object.keys(row).map((column, index) => `${column} = $${index + 2}`);
    await database.query(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = $1`, [id, ...Object.values(row)]);
  }

  /** Inserts a row that starts in this state, and the rows that it refers to. */
  async function begin(table: string, state: string): Promise<string> {
    const id = randomUUID();
    const columns = rowsIn[table]!(state);
    switch (table) {
      case 'orders':
        await insert(table, {
          id,
          account_id: accountId,
          request_fingerprint: '{}',
          external_id: id,
          method: 'CARD_H2H',
          amount: '1',
          ...columns,
        });
        return id;
      case 'payouts':
        await insert(table, {
          id,
          account_id: accountId,
          idempotency_key: id,
          request_fingerprint: '{}',
          destination: 'BRAZIL_PIX',
          amount: '1',
          currency: 'BRL',
          payment_type: 'PIX',
          sealed_recipient: Buffer.of(1),
          masked_requisites: '*',
          recipient_hash: Buffer.alloc(32),
          requisites_hash: Buffer.alloc(32),
          content_hash: Buffer.alloc(32),
          created_by: randomUUID(),
          next_check_at: new Date(),
          ...columns,
        });
        return id;
      case 'h2h_sessions': {
        const orderId = await begin('orders', 'PENDING');
        await insert(table, { id: orderId, account_id: accountId, provider_order_id: randomUUID(), ...columns });
        return orderId;
      }
      default:
        await insert(table, {
          id,
          payout_id: await begin('payouts', 'SUBMITTING'),
          number: 1,
          token_hash: Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'),
          claimed_at: new Date(),
          deadline_at: new Date(),
          ...columns,
        });
        return id;
    }
  }

  describe.each(STATE_TABLES)('the guard of $table', ({ table, column, machine }) => {
    const states = Object.keys(machine);

    it.each(states)('accepts exactly the moves from %s in the state table', async (from) => {
      const passed: string[] = [];
      for (const to of states) {
        const id = await begin(table, from);
        const refusal = await update(table, id, rowsIn[table]!(to)).then(
          () => null,
          (error: unknown) => error,
        );
        if (refusal === null) passed.push(to);
        else {
          expect(refusal).toMatchObject({
            constraint: `tr_${table}_${column}`,
            message: `${table} ${id} cannot move from ${from} to ${to}`,
          });
        }
      }
      expect(passed).toEqual(states.filter((to) => classifyMove(machine, from, to) !== 'refused'));
    });
  });
});
