/** What a group is partitioned by: the time in its ids, the month of insertion, or a number. */
export type PartitionedBy = 'TIME_OF_ID' | 'MONTH' | 'NUMBER';

/** A table that can be partitioned, and the column with its partition key. */
export interface PartitionedTable {
  readonly name: string;
  readonly key: string;
  /**
   * Columns that refer to other tables in the group. Partitions refer to each other in the same way, so they are
   * detached together.
   */
  readonly references?: Readonly<Record<string, string>>;
  /** Unique constraints that apply within each partition, because they are extended by the partition key. */
  readonly uniqueWithin?: Readonly<Record<string, readonly string[]>>;
  /**
   * Columns in `payouts` or its attempts whose values must stay unique across partitions, and the tables that register
   * the values.
   */
  readonly registers?: readonly RegisteredColumn[];
}

/** A column whose values are registered: `registry` has a row for each value as long as a row in the table has it. */
export interface RegisteredColumn {
  readonly trigger: string;
  /** SQL that creates the trigger. Append the name of the table after `ON`. */
  readonly definition: string;
  /** SQL that registers the values of those rows in `batch` that have one. */
  readonly copy: string;
}

/** Tables whose partitions are created and detached together. */
export interface PartitionGroup {
  readonly by: PartitionedBy;
  readonly tables: readonly PartitionedTable[];
  /** Functions and views that mention a table's type or rows. They are recreated for the partitioned table. */
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

/** The tables that grow with each payout. All groups after the first one describe payouts. */
export const PARTITION_GROUPS: readonly PartitionGroup[] = [PAYOUTS, WEBHOOKS, LOG, AUDIT];
