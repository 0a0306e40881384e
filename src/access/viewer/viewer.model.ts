import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../desk/audit/graphql/actor.model.js';
import { type ApiKeyRole, ApiKeyRoleEnum } from '../keys/graphql/api-key.model.js';

@ObjectType('Viewer', { description: 'The caller, and what the caller may do.' })
export class ViewerModel {
  @Field(() => ActorModel, { description: 'The API key or person.' })
  actor: ActorModel;

  @Field(() => [ApiKeyRoleEnum], { description: 'Roles of the caller; none for one that holds scopes alone.' })
  roles: ApiKeyRole[];

  @Field(() => [String], { description: 'Scopes, of roles and besides them, in the order of the alphabet.' })
  scopes: string[];

  @Field(() => Date, {
    nullable: true,
    description: 'End of the dashboard session unless it is used again; null for a caller without a session.',
  })
  sessionEndsAt: Date | null;
}
