import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';
import type { FundingDirection } from '../fund-balance.service.js';

export const LedgerAccountEnum = describedEnum<LedgerAccount>({
  name: 'LedgerAccount',
  description: 'Where money is; all five together are always zero.',
  values: {
    FUNDING: 'Outside: what operators brought came from here.',
    INCOME: 'Outside: what payers paid came from here.',
    AVAILABLE: 'At the provider, free for payouts.',
    RESERVED: 'At the provider, kept for payouts that may have been paid.',
    PAID_OUT: 'With the recipients.',
  },
});

export const LedgerEntryKindEnum = describedEnum<EntryKind>({
  name: 'LedgerEntryKind',
  description: 'Why an amount moved.',
  values: {
    FUNDING: 'An operator brought money to the provider.',
    FUNDING_REVERSAL: 'An operator took money from there, or had entered too much.',
    INCOME: 'An order was paid, or brought more than was known.',
    INCOME_REVERSAL: 'A paid order brought less than was known.',
    RESERVATION: 'A payout is about to be sent, or turned out to be at the provider after all.',
    RELEASE: 'A payout ended unpaid.',
    PAYMENT: 'A payout was paid.',
    RETURN: 'A paid payout was taken back.',
    RETAKING: 'A payout that had ended unpaid turned out to be paid.',
    REOPENING: 'A paid payout is open again.',
  },
});

export const LedgerSubjectEnum = describedEnum<LedgerSubject>({
  name: 'LedgerSubject',
  description: 'Type of the object that a ledger entry is about.',
  values: {
    FUNDING: 'An act of an operator.',
    ORDER: 'A paid order.',
    PAYOUT: 'A payout.',
  },
});

export const FundingDirectionEnum = describedEnum<FundingDirection>({
  name: 'FundingDirection',
  description: 'Which way an operator moved money.',
  values: {
    IN: 'Money came onto the balance.',
    OUT: 'Money was taken from the balance, or an earlier entry was too high.',
  },
});
