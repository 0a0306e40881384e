/** How the payer pays. */
export type OrderMethod = 'HOSTED_PAGE' | 'CARD_H2H' | 'CARD_IN_ORDER' | 'WALLET1' | 'WALLET2' | 'BANK_TRANSFER';
