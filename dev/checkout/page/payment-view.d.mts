import type { CardUpdate, OrderUpdates } from '../payment-changes.js';

export interface Payment {
  readonly orderId: string | null;
  readonly order: OrderUpdates | null;
  readonly card: CardUpdate | null;
  readonly isSending: boolean;
  readonly isLost: boolean;
}

export interface PaymentView {
  readonly phase: 'CARD' | 'LOADING' | 'CHECKING' | 'CODE' | 'VERIFIED' | 'PAID' | 'FAILED' | 'UNKNOWN' | 'LOST';
  readonly tone?: 'good' | 'bad';
  readonly headline: string;
  readonly detail: string;
}

export function viewOf(payment: Payment): PaymentView;
