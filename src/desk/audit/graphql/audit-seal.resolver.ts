import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SealCheckQuery } from '../persistence/seal-check.query.js';
import { AuditSealModel } from './audit-entry.model.js';

@Resolver(() => AuditSealModel)
export class AuditSealResolver {
  constructor(private readonly checks: SealCheckQuery) {}

  @ResolveField(() => Boolean, {
    nullable: true,
    description:
      'Whether the previous hash and the entry still produce this hash; computed on every read. Null if the previous hash was removed together with its partition. `npm run audit:verify` compares the whole chain with its anchors.',
  })
  async isIntact(@Parent() { seq }: AuditSealModel): Promise<boolean | null> {
    return this.checks.isIntact(seq);
  }
}
