import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStateWrites, type StateTable } from '../support/state-writes.js';

const ROOT = join(__dirname, '..', '..');

/** Tables with a state machine, the columns that only a move may write, and the one file that writes them. */
const TABLES: readonly (StateTable & { readonly door: string })[] = [
  {
    table: 'payouts',
    entity: 'PayoutEntity',
    columns: [
      'submission_state',
      'approved_hash',
      'claimed_on',
      'attempts_made',
      'provider_payout_id',
      'provider_status',
      'provider_state',
    ],
    door: 'src/payouts/core/persistence/payout-states.sql.ts',
  },
  {
    table: 'payout_attempts',
    entity: 'PayoutAttemptEntity',
    columns: ['state', 'reason', 'http_status', 'provider_payout_id', 'outcome_at'],
    door: 'src/payouts/core/persistence/attempt-states.sql.ts',
  },
  {
    table: 'orders',
    entity: 'OrderEntity',
    columns: [
      'status',
      'provider_order_id',
      'provider_status',
      'payment_link',
      'commission',
      'received',
      'currency',
      'paid_at',
    ],
    door: 'src/orders/persistence/order-states.sql.ts',
  },
  {
    table: 'h2h_sessions',
    entity: 'H2hSessionEntity',
    columns: [
      'status',
      'provider_status',
      'is_sms_required',
      'code_round',
      'code_sent_round',
      'code_sent_at',
      'codes_sent',
      'is_code_taken',
      'last_code_rejected',
      'card_sent_at',
      'is_ended_here',
    ],
    door: 'src/h2h/persistence/session-states.sql.ts',
  },
];

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`);

describe.each(TABLES)('states of $table', ({ door, ...table }) => {
  it('only one file writes these states', () => {
    const writers = SOURCES.filter((path) => findStateWrites(readFileSync(join(ROOT, path), 'utf8'), table).length > 0);
    expect(writers).toEqual([door]);
  });
});

describe('write of a state', () => {
  const [payouts] = TABLES;

  it.each([
    "tx.query(`UPDATE payouts SET submission_state = 'CLOSED' WHERE id = $1`)",
    "'update public.payouts set problem = NULL, Submission_State = $1'",
    '`UPDATE payouts\n SET problem = (SELECT note FROM notes WHERE id = $1),\n provider_state = $2 WHERE id = $3`',
    '`UPDATE payouts AS p SET (problem, submission_state) = ($1, $2)`',
    '`UPDATE payouts SET ${assignments} WHERE id = $1`',
    '`UPDATE payouts SET problem = $1, ${more} WHERE id = $1`',
    '`UPDATE "payouts" SET "submission_state" = $1`',
    '`INSERT INTO payouts (id) VALUES ($1)`',
    '`MERGE INTO payouts USING other ON true`',
    "insertInto('payouts', { id })",
    'manager.update(PayoutEntity, { id }, { submissionState })',
    "manager.update(PayoutEntity, isDue, {\n problem,\n submissionState: 'CLOSED' })",
    'manager.update(PayoutEntity, { id }, { problem, ...patch })',
    'manager.update(PayoutEntity, { id }, patch)',
    'manager\n  .save( PayoutEntity, payout)',
    'dataSource.getRepository(PayoutEntity).save(payout)',
    'builder.update(PayoutEntity).set({ submissionState })',
    '@InjectRepository(PayoutEntity) private readonly payouts: Repository<PayoutEntity>) {}\n this.payouts.save(row)',
    '@InjectRepository(PayoutEntity, READS) private readonly payouts: Repository<PayoutEntity>) {}\n this.payouts.save(row)',
    'f(payouts: Repository<PayoutEntity>) {\n return payouts.upsert(row, [])',
    'tx.repository(PayoutEntity).update({ id }, { submissionState })',
    'tx.repository(PayoutEntity).update({ id }, patch)',
    'tx\n .repository(PayoutEntity)\n .createQueryBuilder()\n .update()\n .set({ submissionState })',
    'tx.repository(PayoutEntity).createQueryBuilder().delete().where({ id })',
    'tx.repository(PayoutEntity).delete({ id })',
    'const payouts = tx.repository(PayoutEntity);',
  ])('the scan finds %s', (source) => {
    expect(findStateWrites(source, payouts!)).toHaveLength(1);
  });

  it.each([
    "`UPDATE payouts SET problem = $2 WHERE submission_state = 'APPROVED'`",
    '`UPDATE payouts SET next_attempt_at = now() + make_interval(secs => $3) WHERE id IN (${ids})`',
    '`UPDATE payouts_seen SET submission_state = $1`',
    "`SELECT submission_state = 'CLOSED' FROM payouts FOR UPDATE`",
    'manager.findOne(PayoutEntity, { where: { id } })',
    'manager.update(PayoutEntity, { id }, { problem, nextCheckAt: () => `now() + ${wait}` })',
    "manager.update(PayoutEntity, isDue, { updatedAt: () => 'now()' })",
    '@InjectRepository(PayoutEntity) private readonly payouts: Repository<PayoutEntity>) {}\n this.payouts.findBy({ id })',
    '@InjectRepository(PayoutEntity) readonly payouts: Repository<PayoutEntity>) {}\n this.payouts.query(`UPDATE payouts SET problem = $1`)',
    'tx.repository(PayoutEntity).update(isDue, { problem })',
    "tx.repository(PayoutEntity).createQueryBuilder('p').where({ id }).getMany()",
    "tx\n .repository(PayoutEntity)\n .createQueryBuilder()\n .update()\n .set({ problem, updatedAt: () => 'now()' })",
    'this.attempts.findOlderThan(tx.repository(PayoutEntity), [id])',
  ])('the scan ignores %s', (source) => {
    expect(findStateWrites(source, payouts!)).toEqual([]);
  });
});
