import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { H2hStatus } from '../domain/h2h-status.js';

/** The verification of one order's card. The invariants between its columns are CHECKs in the migration. */
@Entity('h2h_sessions')
export class H2hSessionEntity {
  /** The order's id. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('uuid')
  providerOrderId: string;

  @Column('text')
  status: H2hStatus;

  /** The provider's status word, verbatim. */
  @Column('text', { nullable: true })
  providerStatus: string | null;

  @Column('boolean')
  isSmsRequired: boolean;

  @Column('integer')
  codeRound: number;

  @Column('integer')
  codeSentRound: number;

  @Column('timestamptz', { nullable: true })
  codeSentAt: Date | null;

  /** How many codes may have reached the bank, in all rounds. */
  @Column('integer')
  codesSent: number;

  @Column('boolean')
  isCodeTaken: boolean;

  @Column('integer')
  pollsSinceCode: number;

  @Column('boolean')
  lastCodeRejected: boolean;

  /** First six and last four digits. */
  @Column('text', { nullable: true })
  maskedCardNumber: string | null;

  @Column('text', { nullable: true })
  cardBrand: string | null;

  /** Since when a card may be at the bank; null while none is. */
  @Column('timestamptz', { nullable: true })
  cardSentAt: Date | null;

  /** Whether Purser ended it, as it had no end within the limit. */
  @Column('boolean')
  isEndedHere: boolean;

  /** What an operator should know, in one sentence; null when all is well. */
  @Column('text', { nullable: true })
  problem: string | null;

  @Column('integer')
  pollsMade: number;

  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  /** Grows with every change that a reader could see. */
  @Column('integer')
  revision: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
