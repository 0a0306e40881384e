import { Args, ID, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { ActorModel, AuditActorKindEnum } from '../../desk/audit/graphql/actor.model.js';
import type { AuditActorKind } from '../../desk/audit/audit-entry.js';
import { OpenToCallers } from '../scopes/requires.decorator.js';
import { ActorLoader } from './actor-loader.js';
import { ActorsArguments, MAX_ACTORS } from './actors-arguments.js';

/**
 * Loads the other fields of an actor for objects that store only the actor's id. A query for the id only reads no
 * table.
 */
@Resolver(() => ActorModel)
export class ActorsResolver {
  constructor(private readonly loader: ActorLoader) {}

  @Query(() => [ActorModel], {
    nullable: 'items',
    description: `The API keys and people with these ids, in the same order; null for an id that belongs to no one. Open to every caller, for up to ${MAX_ACTORS} ids at a time.`,
  })
  @OpenToCallers()
  async actors(@Args() { ids }: ActorsArguments): Promise<(ActorModel | null)[]> {
    return Promise.all(ids.map((id) => this.loader.find(id)));
  }

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

  @ResolveField(() => String, { nullable: true })
  async keyPrefix(actor: ActorModel | string): Promise<string | null> {
    if (typeof actor !== 'string' && (actor.kind !== 'API_KEY' || actor.keyPrefix !== undefined)) {
      return actor.keyPrefix ?? null;
    }
    // Audit entries and the caller contain only the name, not the prefix.
    const { keyPrefix } = await this.loader.actor(this.id(actor));
    return keyPrefix ?? null;
  }

  private async whole(actor: ActorModel | string): Promise<ActorModel> {
    return typeof actor === 'string' ? this.loader.actor(actor) : actor;
  }
}
