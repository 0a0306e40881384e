import { ID, ResolveField, Resolver } from '@nestjs/graphql';
import { ActorModel, AuditActorKindEnum } from '../../audit/graphql/actor.model.js';
import type { AuditActorKind } from '../../audit/audit-entry.js';
import { ActorLoader } from './actor-loader.js';

/** Completes the actors of which an object keeps the id alone. A query for no more than that id reads no table. */
@Resolver(() => ActorModel)
export class ActorsResolver {
  constructor(private readonly actors: ActorLoader) {}

  @ResolveField(() => ID)
  id(actor: ActorModel | string): string {
    return typeof actor === 'string' ? actor : actor.id;
  }

  @ResolveField(() => AuditActorKindEnum)
  async kind(actor: ActorModel | string): Promise<AuditActorKind> {
    return (await this.whole(actor)).kind;
  }

  @ResolveField(() => String)
  async name(actor: ActorModel | string): Promise<string> {
    return (await this.whole(actor)).name;
  }

  private async whole(actor: ActorModel | string): Promise<ActorModel> {
    return typeof actor === 'string' ? this.actors.actor(actor) : actor;
  }
}
