import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';
import type { FundingDirection } from '../fund-balance.service.js';

export const LedgerAccountEnum = describedEnum<LedgerAccount>({
  name: 'LedgerAccount',
  description: 'A ledger account, which says where money is. The five accounts always add up to zero.',
  values: {
    FUNDING: 'Outside the provider: the source of the money that operators pay in.',
    INCOME: 'Outside the provider: the source of the money that payers pay.',
    AVAILABLE: 'At the provider, available for payouts.',
    RESERVED: 'At the provider, reserved for payouts that may have been paid.',
    PAID_OUT: 'Paid to recipients.',
  },
});

export const LedgerEntryKindEnum = describedEnum<EntryKind>({
  name: 'LedgerEntryKind',
  description: 'Why an amount moved.',
  values: {
    FUNDING: 'An operator paid money in.',
    FUNDING_REVERSAL: 'An operator took money out, or corrected an earlier entry that was too high.',
    INCOME: 'An order was paid, or the merchant was credited more for it than previously entered.',
    INCOME_REVERSAL: 'The merchant was credited less for a paid order than previously entered.',
    RESERVATION: 'A payout is about to be sent, or it turned out that the provider has it.',
    RELEASE: 'A payout ended without being paid.',
    PAYMENT: 'A payout was paid.',
    RETURN: 'A paid payout was returned.',
    RETAKING: 'It turned out that a payout was paid after all.',
    REOPENING: 'A payout that was paid is open again.',
  },
});

export const LedgerSubjectEnum = describedEnum<LedgerSubject>({
  name: 'LedgerSubject',
  description: 'Type of the object that a ledger entry is about.',
  values: {
    FUNDING: 'A funding by an operator.',
    ORDER: 'A paid order.',
    PAYOUT: 'A payout.',
  },
});

export const FundingDirectionEnum = describedEnum<FundingDirection>({
  name: 'FundingDirection',
  description: 'Direction in which an operator moved money.',
  values: {
    IN: 'Money was paid in.',
    OUT: 'Money was taken out, or an earlier entry was corrected because it was too high.',
  },
});
