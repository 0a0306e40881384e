import { CreateAccounts1795219200000 } from './1795219200000-create-accounts.js';
import { CreateStatusChanges1795219201000 } from './1795219201000-create-status-changes.js';
import { CreateWebhookEvents1795219202000 } from './1795219202000-create-webhook-events.js';
import { CreateOrders1795219203000 } from './1795219203000-create-orders.js';
import { CreateProviderBudget1795219204000 } from './1795219204000-create-provider-budget.js';
import { CreatePayouts1795219205000 } from './1795219205000-create-payouts.js';
import { TracePayoutAttempts1795219206000 } from './1795219206000-trace-payout-attempts.js';
import { LetPayoutBindingsBeDisproved1795219206500 } from './1795219206500-let-payout-bindings-be-disproved.js';
import { AddWaysToPay1795219207000 } from './1795219207000-add-ways-to-pay.js';
import { CreateAuditEntries1795219208000 } from './1795219208000-create-audit-entries.js';
import { CreateDecisions1795219208500 } from './1795219208500-create-decisions.js';
import { CreateDiscrepancies1795219208800 } from './1795219208800-create-discrepancies.js';
import { LetApiKeysHaveRoles1795219209000 } from './1795219209000-let-api-keys-have-roles.js';
import { CreatePayoutPolicies1795219210000 } from './1795219210000-create-payout-policies.js';
import { CreatePayoutApprovals1795219210100 } from './1795219210100-create-payout-approvals.js';
import { CreatePayoutLimits1795219210200 } from './1795219210200-create-payout-limits.js';
import { CreateLedger1795219211000 } from './1795219211000-create-ledger.js';
import { ReconcilePayouts1795219212000 } from './1795219212000-reconcile-payouts.js';
import { CreateStatementImports1795219212500 } from './1795219212500-create-statement-imports.js';
import { OperateWebhooks1795219213000 } from './1795219213000-operate-webhooks.js';
import { LetRecipientsBePurged1795219213500 } from './1795219213500-let-recipients-be-purged.js';
import { SealLedgerBalances1795219213700 } from './1795219213700-seal-ledger-balances.js';
import { KeepCompletionTimes1795219213800 } from './1795219213800-keep-completion-times.js';
import { DecideUnconfirmedPayouts1795219214000 } from './1795219214000-decide-unconfirmed-payouts.js';
import { IndexLookAlikes1795219214100 } from './1795219214100-index-look-alikes.js';
import { NumberDatabaseIncarnations1795219220000 } from './1795219220000-number-database-incarnations.js';
import { FencePayouts1795219221000 } from './1795219221000-fence-payouts.js';
import { SuspectAbsentPayouts1795219223000 } from './1795219223000-suspect-absent-payouts.js';
import { RankWebhooks1795219224000 } from './1795219224000-rank-webhooks.js';
import { NumberIncarnationsByTime1795219225000 } from './1795219225000-number-incarnations-by-time.js';
import { OrderLogsByIncarnation1795219225100 } from './1795219225100-order-logs-by-incarnation.js';
import { SealAuditEntriesAsOwner1795219225200 } from './1795219225200-seal-audit-entries-as-owner.js';
import { SeparateKeysFromPayouts1795219226000 } from './1795219226000-separate-keys-from-payouts.js';
import { LetHoldersRedeemApiKeys1795219226100 } from './1795219226100-let-holders-redeem-api-keys.js';
import { TellPeopleApart1795219226200 } from './1795219226200-tell-people-apart.js';
import { CountH2hCodes1795219228200 } from './1795219228200-count-h2h-codes.js';
import { PurgeRecipientHashes1795219228100 } from './1795219228100-purge-recipient-hashes.js';
import { CountCards1795219300000 } from './1795219300000-count-cards.js';
import { BindApiKeysToAccounts1795219226300 } from './1795219226300-bind-api-keys-to-accounts.js';

/** Every migration, oldest first. One that has been merged is never edited: write another. */
export const migrations = [
  CreateAccounts1795219200000,
  CreateStatusChanges1795219201000,
  CreateWebhookEvents1795219202000,
  CreateOrders1795219203000,
  CreateProviderBudget1795219204000,
  CreatePayouts1795219205000,
  TracePayoutAttempts1795219206000,
  LetPayoutBindingsBeDisproved1795219206500,
  AddWaysToPay1795219207000,
  CreateAuditEntries1795219208000,
  CreateDecisions1795219208500,
  CreateDiscrepancies1795219208800,
  LetApiKeysHaveRoles1795219209000,
  CreatePayoutPolicies1795219210000,
  CreatePayoutApprovals1795219210100,
  CreatePayoutLimits1795219210200,
  CreateLedger1795219211000,
  ReconcilePayouts1795219212000,
  CreateStatementImports1795219212500,
  OperateWebhooks1795219213000,
  LetRecipientsBePurged1795219213500,
  SealLedgerBalances1795219213700,
  KeepCompletionTimes1795219213800,
  DecideUnconfirmedPayouts1795219214000,
  IndexLookAlikes1795219214100,
  NumberDatabaseIncarnations1795219220000,
  FencePayouts1795219221000,
  SuspectAbsentPayouts1795219223000,
  RankWebhooks1795219224000,
  NumberIncarnationsByTime1795219225000,
  OrderLogsByIncarnation1795219225100,
  SealAuditEntriesAsOwner1795219225200,
  SeparateKeysFromPayouts1795219226000,
  LetHoldersRedeemApiKeys1795219226100,
  TellPeopleApart1795219226200,
  BindApiKeysToAccounts1795219226300,
  PurgeRecipientHashes1795219228100,
  CountH2hCodes1795219228200,
  CountCards1795219300000,
] as const;
