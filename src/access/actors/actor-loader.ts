import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { ActorModel } from '../../desk/audit/graphql/actor.model.js';
import { READS } from '../../platform/database/api-reads.js';
import { BatchLoader } from '../../platform/graphql/batch-loader.js';
import { ApiKeyEntity } from '../keys/persistence/api-key.entity.js';
import { PersonEntity } from '../people/persistence/person.entity.js';

@Injectable()
export class ActorLoader {
  readonly #actors: BatchLoader<ActorModel | null>;

  constructor(
    @InjectRepository(ApiKeyEntity, READS) keys: Repository<ApiKeyEntity>,
    @InjectRepository(PersonEntity, READS) people: Repository<PersonEntity>,
  ) {
    this.#actors = new BatchLoader(async (ids) => {
      const id = In([...new Set(ids)]);
      const [ofKeys, ofPeople] = await Promise.all([
        keys.find({ select: { id: true, name: true, prefix: true }, where: { id } }),
        people.find({ select: { id: true, subject: true }, where: { id } }),
      ]);
      const actors = new Map<string, ActorModel>();
      for (const { id, name, prefix } of ofKeys) actors.set(id, { id, kind: 'API_KEY', name, keyPrefix: prefix });
      for (const { id, subject } of ofPeople) actors.set(id, { id, kind: 'PERSON', name: subject });
      return ids.map((each) => actors.get(each) ?? null);
    });
  }

  find(id: string): Promise<ActorModel | null> {
    return this.#actors.load(id);
  }

  async actor(id: string): Promise<ActorModel> {
    // Keys and people are never deleted. If one were all the same, its actions would still be shown.
    return (await this.find(id)) ?? { id, kind: 'API_KEY', name: id };
  }
}
