import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { OpenToCallers, Requires } from '../../scopes/requires.decorator.js';
import { ActorSessionsService } from '../actor-sessions.service.js';
import { DashboardSessionsRepository } from '../persistence/dashboard-sessions.repository.js';
import { DashboardSessionModel, toDashboardSessionModel } from './dashboard-session.model.js';
import { EndSessionsInput, EndSessionsPayload, toEndSessionsPayload } from './end-sessions.js';

@Resolver(() => DashboardSessionModel)
export class DashboardSessionsResolver {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly ending: ActorSessionsService,
  ) {}

  @Query(() => [DashboardSessionModel], {
    description: "The caller's dashboard sessions, newest first, at most five. Open to every caller.",
  })
  @OpenToCallers()
  async ownSessions(@Context('caller') { id, session }: Caller): Promise<DashboardSessionModel[]> {
    const sessions = await this.sessions.listLive(id);
    return sessions.map((each) => toDashboardSessionModel(each, session?.id ?? null));
  }

  @Mutation(() => EndSessionsPayload, {
    description: 'Ends all dashboard sessions of an API key or person. They can sign in again.',
  })
  @Requires('keys:manage')
  @RefusesInput<EndSessionsPayload>(() => ({ endedSessions: 0 }))
  async endSessions(
    @Args('input', { description: 'The API key or person, and the reason.' }) { actorId, reason }: EndSessionsInput,
  ): Promise<EndSessionsPayload> {
    return toEndSessionsPayload(await this.ending.end(actorId, reason));
  }
}
