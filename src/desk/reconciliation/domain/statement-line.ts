export type StatementLineOutcome = 'OURS' | 'UNKNOWN_PAYOUT' | 'ABSENT' | 'GIVEN_UP' | 'NOT_IN_STATEMENT';
