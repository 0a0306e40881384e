/** By what the rows of a group of tables are told apart: the time in their ids, the month they came in, or their number. */
export type PartitionedBy = 'TIME_OF_ID' | 'MONTH' | 'NUMBER';

/** A table that can be divided, and the column that says which partition a row is in. */
export interface PartitionedTable {
  readonly name: string;
  readonly key: string;
  /** Tables of the group that a column refers to. Each partition refers to its neighbour, so that both leave together. */
  readonly references?: Readonly<Record<string, string>>;
  /** Unique constraints that the tables of a partition keep, with the key besides. */
  readonly uniqueWithin?: Readonly<Record<string, readonly string[]>>;
  /** Columns of `payouts` or its attempts whose values stay unique in all partitions, and the table of them. */
  readonly registers?: readonly RegisteredColumn[];
}

/** The values of a column, each in a row of `registry` while a row of the table has it. */
export interface RegisteredColumn {
  readonly trigger: string;
  /** Creates the trigger, `ON` the table. */
  readonly definition: string;
  /** Copies the values of the rows of `batch` that have one. */
  readonly copy: string;
}

/** Tables that get their partitions together, and lose them together. */
export interface PartitionGroup {
  readonly by: PartitionedBy;
  readonly tables: readonly PartitionedTable[];
  /** Functions and views that name the type or the rows of a table, and are made again for the divided one. */
  readonly functions?: readonly string[];
  readonly views?: readonly string[];
}

const registeredProviderId = (table: 'payouts' | 'payout_attempts', payoutId: string): RegisteredColumn => ({
  trigger: `tr_${table}_provider_id`,
  definition: `AFTER INSERT OR UPDATE OF provider_payout_id ON ${table} FOR EACH ROW
    EXECUTE FUNCTION register_provider_payout_id('${table}', '${payoutId}')`,
  copy: `INSERT INTO provider_payout_ids (provider_payout_id, of, payout_id)
    SELECT provider_payout_id, '${table}', ${payoutId} FROM batch WHERE provider_payout_id IS NOT NULL
    ON CONFLICT DO NOTHING`,
});

const PAYOUTS: PartitionGroup = {
  by: 'TIME_OF_ID',
  functions: ['count_payout_approvals'],
  tables: [
    {
      name: 'payouts',
      key: 'id',
      registers: [
        {
          trigger: 'tr_payouts_key',
          definition: 'BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION register_payout_key()',
          copy: `INSERT INTO payout_keys (account_id, idempotency_key, payout_id)
            SELECT account_id, idempotency_key, id FROM batch ON CONFLICT DO NOTHING`,
        },
        registeredProviderId('payouts', 'id'),
      ],
    },
    {
      name: 'payout_attempts',
      key: 'payout_id',
      references: { payout_id: 'payouts' },
      registers: [registeredProviderId('payout_attempts', 'payout_id')],
    },
    { name: 'payout_evidence', key: 'payout_id', references: { payout_id: 'payouts', attempt_id: 'payout_attempts' } },
    { name: 'payout_approvals', key: 'payout_id', references: { payout_id: 'payouts' } },
  ],
};

const WEBHOOKS: PartitionGroup = {
  by: 'MONTH',
  tables: [
    {
      name: 'webhook_events',
      key: 'received_month',
      uniqueWithin: {
        uq_webhook_events_source_attempt_id_body_sha256: ['source', 'attempt_id', 'body_sha256'],
      },
    },
  ],
};

const LOG: PartitionGroup = {
  by: 'NUMBER',
  views: ['logged_changes'],
  tables: [
    { name: 'status_changes', key: 'id' },
    { name: 'desk_changes', key: 'id' },
  ],
};

const AUDIT: PartitionGroup = {
  by: 'TIME_OF_ID',
  functions: ['seal_audit_entries'],
  tables: [
    { name: 'audit_entries', key: 'id' },
    { name: 'audit_seals', key: 'entry_id' },
  ],
};

/** The tables that grow with every payout; those behind the first tell of payouts. */
export const PARTITION_GROUPS: readonly PartitionGroup[] = [PAYOUTS, WEBHOOKS, LOG, AUDIT];
