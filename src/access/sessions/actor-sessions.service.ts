import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import type { Refusal } from '../../common/refusal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { ActorLoader } from '../actors/actor-loader.js';
import { CurrentAuthority } from '../authority/current-authority.js';
import { KeyedCallerAuthenticator } from '../keys/caller-authenticator.js';
import { DashboardSessionsRepository } from './persistence/dashboard-sessions.repository.js';

export interface EndSessionsResult {
  readonly endedSessions: number;
  readonly refusal: Refusal<'ACTOR_NOT_FOUND'> | null;
}

@Injectable()
export class ActorSessionsService {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly actors: ActorLoader,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly authority: CurrentAuthority,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async end(actorId: string, reason: string): Promise<EndSessionsResult> {
    const actor = await this.actors.find(actorId);
    if (!actor) {
      const refusal = { code: 'ACTOR_NOT_FOUND', message: 'There is no API key or person with this id.' } as const;
      return { endedSessions: 0, refusal };
    }
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const endedSessions = await this.endAllIn(tx, actorId);
      await this.audit.record(tx, {
        action: 'dashboard_session.ended',
        subjectType: actor.kind,
        subjectId: actorId,
        before: null,
        after: { endedSessions },
        reason,
      });
      return { endedSessions, refusal: null };
    });
  }

  async endAllIn(tx: Transaction, actorId: string): Promise<number> {
    const ended = await this.sessions.deleteAll(tx, actorId);
    tx.afterCommit(() => {
      this.authenticator.forget();
    });
    return ended;
  }
}
