import { CreateDatabase1795219200000 } from './1795219200000-create-database.js';
import { CreateStatusChanges1795219201000 } from './1795219201000-create-status-changes.js';
import { CreateAuditEntries1795219202000 } from './1795219202000-create-audit-entries.js';
import { CreateApiKeys1795219203000 } from './1795219203000-create-api-keys.js';
import { CreateChangeRequests1795219204000 } from './1795219204000-create-change-requests.js';
import { CreateAccounts1795219205000 } from './1795219205000-create-accounts.js';
import { CreateDiscrepancies1795219206000 } from './1795219206000-create-discrepancies.js';
import { CreateProviderBudget1795219207000 } from './1795219207000-create-provider-budget.js';
import { CreateLedger1795219208000 } from './1795219208000-create-ledger.js';
import { CreateCardCounts1795219208500 } from './1795219208500-create-card-counts.js';
import { CreateWebhookEvents1795219209000 } from './1795219209000-create-webhook-events.js';
import { CreateOrders1795219210000 } from './1795219210000-create-orders.js';
import { CreatePayouts1795219211000 } from './1795219211000-create-payouts.js';
import { CreateH2hSessions1795219212000 } from './1795219212000-create-h2h-sessions.js';
import { CreateReconciliation1795219213000 } from './1795219213000-create-reconciliation.js';
import { AddHeldUntilToProviderBudget1795219214000 } from './1795219214000-add-held-until-to-provider-budget.js';
import { CreateReconciliationReads1795219215000 } from './1795219215000-create-reconciliation-reads.js';
import { RenameCanceledH2hSessions1795219216000 } from './1795219216000-rename-canceled-h2h-sessions.js';
import { IndexPayoutsForSearch1795219217000 } from './1795219217000-index-payouts-for-search.js';
import { CreateDashboardSessions1795219218000 } from './1795219218000-create-dashboard-sessions.js';
import { AddTokensToDashboardSessions1795219219000 } from './1795219219000-add-tokens-to-dashboard-sessions.js';
import { CreateRefuseWrite1795219220000 } from './1795219220000-create-refuse-write.js';
import { IndexMoreFilters1795219221000 } from './1795219221000-index-more-filters.js';
import { CreateDeskChanges1795219224000 } from './1795219224000-create-desk-changes.js';
import { CreateStandbyMarks1795219240000 } from './1795219240000-create-standby-marks.js';
import { AddDiscrepancyAnswers1795710899509 } from './1795710899509-add-discrepancy-answers.js';
import { CreateProviderDetails1795712276455 } from './1795712276455-create-provider-details.js';
import { WidenCodesSent1795713890719 } from './1795713890719-widen-codes-sent.js';
import { ValidateCodesSent1795713890733 } from './1795713890733-validate-codes-sent.js';
import { CreateLedgerBalanceHours1795219223000 } from './1795219223000-create-ledger-balance-hours.js';
import { CreatePayoutExternalIds1795711319745 } from './1795711319745-create-payout-external-ids.js';
import { CreatePayoutRegistries1795219225000 } from './1795219225000-create-payout-registries.js';
import { CreateRollups1795219222000 } from './1795219222000-create-rollups.js';
import { AddWaitsToPayouts1795710380182 } from './1795710380182-add-waits-to-payouts.js';
import { AddLostPayments1795712446203 } from './1795712446203-add-lost-payments.js';
import { ValidateLostPayments1795712446204 } from './1795712446204-validate-lost-payments.js';
import { IndexLostPayments1795712446205 } from './1795712446205-index-lost-payments.js';
import { CreateRecipientCounts1795714540468 } from './1795714540468-create-recipient-counts.js';
import { AddPeriodsToStatements1795727216907 } from './1795727216907-add-periods-to-statements.js';
import { ValidatePeriodsOfStatements1795727216908 } from './1795727216908-validate-periods-of-statements.js';
import { LimitSumsOfMakers1795740000000 } from './1795740000000-limit-sums-of-makers.js';
import { ValidateSumsOfMakers1795740000001 } from './1795740000001-validate-sums-of-makers.js';
import { AddActorsToDashboardSessions1795745387018 } from './1795745387018-add-actors-to-dashboard-sessions.js';
import { ValidateBlocksOfPeople1795745387019 } from './1795745387019-validate-blocks-of-people.js';
import { AddReferencesToPayouts1795750000000 } from './1795750000000-add-references-to-payouts.js';
import { CreateUsedSignIns1795752000000 } from './1795752000000-create-used-sign-ins.js';
import { RaiseRecipientCounts1795753000000 } from './1795753000000-raise-recipient-counts.js';
import { ValidateRaisedRecipientCounts1795753000001 } from './1795753000001-validate-raised-recipient-counts.js';
import { IndexEndsOfOrderIds1795799606127 } from './1795799606127-index-ends-of-order-ids.js';
import { IndexEndsOfPayoutIds1795799606128 } from './1795799606128-index-ends-of-payout-ids.js';
import { AddCustomersToOrders1795810000000 } from './1795810000000-add-customers-to-orders.js';
import { IndexCustomersOfOrders1795810000001 } from './1795810000001-index-customers-of-orders.js';
import { CreatePayoutRepeats1795811000000 } from './1795811000000-create-payout-repeats.js';
import { CreateSetupMarks1795816000000 } from './1795816000000-create-setup-marks.js';
import { AddUserIdHashesToPayouts1795820000000 } from './1795820000000-add-user-id-hashes-to-payouts.js';
import { ValidateUserIdHashes1795820000001 } from './1795820000001-validate-user-id-hashes.js';
import { IndexUserIdHashes1795820000002 } from './1795820000002-index-user-id-hashes.js';

/** Every migration, oldest first. One that has been merged is never edited: write another. */
export const migrations = [
  CreateDatabase1795219200000,
  CreateStatusChanges1795219201000,
  CreateAuditEntries1795219202000,
  CreateApiKeys1795219203000,
  CreateChangeRequests1795219204000,
  CreateAccounts1795219205000,
  CreateDiscrepancies1795219206000,
  CreateProviderBudget1795219207000,
  CreateLedger1795219208000,
  CreateCardCounts1795219208500,
  CreateWebhookEvents1795219209000,
  CreateOrders1795219210000,
  CreatePayouts1795219211000,
  CreateH2hSessions1795219212000,
  CreateReconciliation1795219213000,
  AddHeldUntilToProviderBudget1795219214000,
  CreateReconciliationReads1795219215000,
  RenameCanceledH2hSessions1795219216000,
  IndexPayoutsForSearch1795219217000,
  CreateDashboardSessions1795219218000,
  AddTokensToDashboardSessions1795219219000,
  CreateRefuseWrite1795219220000,
  IndexMoreFilters1795219221000,
  CreateRollups1795219222000,
  CreateLedgerBalanceHours1795219223000,
  CreateDeskChanges1795219224000,
  CreatePayoutRegistries1795219225000,
  CreateStandbyMarks1795219240000,
  AddWaitsToPayouts1795710380182,
  AddDiscrepancyAnswers1795710899509,
  CreatePayoutExternalIds1795711319745,
  CreateProviderDetails1795712276455,
  AddLostPayments1795712446203,
  ValidateLostPayments1795712446204,
  IndexLostPayments1795712446205,
  WidenCodesSent1795713890719,
  ValidateCodesSent1795713890733,
  CreateRecipientCounts1795714540468,
  AddPeriodsToStatements1795727216907,
  ValidatePeriodsOfStatements1795727216908,
  LimitSumsOfMakers1795740000000,
  ValidateSumsOfMakers1795740000001,
  AddActorsToDashboardSessions1795745387018,
  ValidateBlocksOfPeople1795745387019,
  AddReferencesToPayouts1795750000000,
  CreateUsedSignIns1795752000000,
  RaiseRecipientCounts1795753000000,
  ValidateRaisedRecipientCounts1795753000001,
  IndexEndsOfOrderIds1795799606127,
  IndexEndsOfPayoutIds1795799606128,
  AddCustomersToOrders1795810000000,
  IndexCustomersOfOrders1795810000001,
  CreatePayoutRepeats1795811000000,
  CreateSetupMarks1795816000000,
  AddUserIdHashesToPayouts1795820000000,
  ValidateUserIdHashes1795820000001,
  IndexUserIdHashes1795820000002,
] as const;
