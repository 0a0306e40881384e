import { TypeMetadataStorage } from '@nestjs/graphql';
import { getNamedType, type GraphQLSchema, isEnumType, isInputObjectType } from 'graphql';
import { InputWithProblems } from '../../src/platform/graphql/validation/invalid-input.js';
import { REFUSES_INPUT } from '../../src/platform/graphql/validation/refuses-input.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { expectCommitted } from '../support/generated-file.js';
import { renderInputRulesPage, ruledArgumentsOf, type RuledField, ruledFieldsOf } from '../support/input-rules-page.js';
import { startPurser, type TestPurser } from '../support/purser.js';

describe('input rules', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let schema: GraphQLSchema;
  let fields: RuledField[];

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url });
    ({ schema } = purser);
    fields = [...ruledFieldsOf(schema), ...ruledArgumentsOf(schema)];
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  it('every field whose type does not restrict its value has a rule', () => {
    const bare = fields.filter(({ needsRule, rules }) => needsRule && rules.length === 0);
    expect(bare.map(({ owner, field }) => `${owner}.${field}`)).toEqual([]);
  });

  it('every rule has a code of its mutation, and such a mutation describes its user errors', () => {
    const mutations = TypeMetadataStorage.getMutationsMetadata();
    for (const { name, args } of Object.values(schema.getMutationType()!.getFields())) {
      const codes = codesBelow(getNamedType(args[0]!.type).name);
      const known = schema.getType(`${name.replace(/^./, (letter) => letter.toUpperCase())}ErrorCode`);
      const words = isEnumType(known) ? known.getValues().map((value) => value.name) : [];
      expect(codes.filter((code) => !words.includes(code)).map((code) => `${name} does not know ${code}`)).toEqual([]);
      const { target, methodName } = mutations.find(({ schemaName }) => schemaName === name)!;
      const handler = (target.prototype as Record<string, object>)[methodName]!;
      // A rule of the domain is held in the body; all others before it.
      const isAnswered = Reflect.hasMetadata(REFUSES_INPUT, handler);
      expect([name, isAnswered]).toEqual([name, heldBefore(getNamedType(args[0]!.type).name).length > 0]);
    }
  });

  it('the table in the docs lists the rules', () => {
    expectCommitted('docs/input-rules.md', renderInputRulesPage(schema));
  });

  /** The rules of an input and of those in it. */
  function rulesBelow(name: string): RuledField['rules'] {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) return [];
    const inner = Object.values(type.getFields()).map((field) => getNamedType(field.type).name);
    const own = fields.filter(({ owner }) => owner === name).flatMap(({ rules }) => rules);
    return [...own, ...inner.flatMap(rulesBelow)];
  }

  const codesBelow = (name: string): string[] => rulesBelow(name).flatMap(({ codes }) => codes);

  /** None for an input whose mutation tells its problems itself. */
  function heldBefore(name: string): string[] {
    const input = TypeMetadataStorage.getInputTypesMetadata().find((type) => type.name === name)!;
    if (input.target.prototype instanceof InputWithProblems) return [];
    return rulesBelow(name)
      .filter(({ rule }) => rule.name !== 'domain')
      .flatMap(({ codes }) => codes);
  }
});
