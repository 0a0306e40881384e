import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';
import type { FundingDirection } from '../fund-balance.service.js';

export const LedgerAccountEnum = describedEnum<LedgerAccount>({
  name: 'LedgerAccount',
  description: 'Where money is. The five accounts always add up to zero.',
  values: {
    FUNDING: 'Outside: the source of what operators pay in.',
    INCOME: 'Outside: the source of what payers pay.',
    AVAILABLE: 'At the provider, free for payouts.',
    RESERVED: 'At the provider, reserved for payouts that may have been paid.',
    PAID_OUT: 'With the recipients.',
  },
});

export const LedgerEntryKindEnum = describedEnum<EntryKind>({
  name: 'LedgerEntryKind',
  description: 'Why an amount moved.',
  values: {
    FUNDING: 'An operator paid money in.',
    FUNDING_REVERSAL: 'An operator took money out, or had entered too much.',
    INCOME: 'An order was paid, or brought more than posted.',
    INCOME_REVERSAL: 'A paid order brought less than posted.',
    RESERVATION: 'A payout is about to be sent, or turned out to be at the provider.',
    RELEASE: 'A payout ended unpaid.',
    PAYMENT: 'A payout was paid.',
    RETURN: 'A paid payout was returned.',
    RETAKING: 'A payout that had ended unpaid turned out to be paid.',
    REOPENING: 'A paid payout is open again.',
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
  description: 'Which way an operator moved money.',
  values: {
    IN: 'Money was paid in.',
    OUT: 'Money was taken out, or an earlier entry was too high.',
  },
});
