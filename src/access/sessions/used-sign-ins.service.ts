import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, type Repository } from 'typeorm';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { UsedSignInEntity } from './persistence/used-sign-in.entity.js';

const PURGE_EVERY_MS = 60_000;

// A cookie expires ten minutes after its sign-in began. An hour leaves room for clocks that differ.
const KEPT_HOURS = 1;

/** Remembers completed sign-ins across all replicas, so that each sign-in cookie works only once. */
@Injectable()
export class UsedSignInsService {
  constructor(
    @InjectRepository(UsedSignInEntity) private readonly used: Repository<UsedSignInEntity>,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Marks the state of a sign-in as used, and returns whether it was unused. Of several concurrent requests, only one
   * succeeds.
   */
  async take(state: string): Promise<boolean> {
    const stateHash = this.cipher.keyedHash('sign-in-state', state);
    const insert = this.used.createQueryBuilder().insert().values({ stateHash }).orIgnore().returning('state_hash');
    const inserted = await insert.updateEntity(false).execute();
    return (inserted.raw as unknown[]).length === 1;
  }

  @RunEvery(PURGE_EVERY_MS, 'used-sign-ins.purge')
  async purgeEnded(): Promise<void> {
    await this.used.delete({ usedAt: Raw((column) => `${column} < now() - interval '${KEPT_HOURS} hours'`) });
  }
}
