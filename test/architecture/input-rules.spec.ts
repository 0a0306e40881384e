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

  it('every input field whose type does not restrict its value has a rule', () => {
    const bare = fields.filter(({ needsRule, rules }) => needsRule && rules.length === 0);
    expect(bare.map(({ owner, field }) => `${owner}.${field}`)).toEqual([]);
  });

  it("every rule's code is a code of its mutation, and mutations with such rules return them as user errors", () => {
    const mutations = TypeMetadataStorage.getMutationsMetadata();
    for (const { name, args } of Object.values(schema.getMutationType()!.getFields())) {
      const codes = codesBelow(getNamedType(args[0]!.type).name);
      const known = schema.getType(`${name.replace(/^./, (letter) => letter.toUpperCase())}ErrorCode`);
      const words = isEnumType(known) ? known.getValues().map((value) => value.name) : [];
      expect(codes.filter((code) => !words.includes(code)).map((code) => `${name} does not know ${code}`)).toEqual([]);
      const { target, methodName } = mutations.find(({ schemaName }) => schemaName === name)!;
      const handler = (target.prototype as Record<string, object>)[methodName]!;
      // Rules of the domain are checked in the resolver's body, and all others before it.
      const isAnswered = Reflect.hasMetadata(REFUSES_INPUT, handler);
      expect([name, isAnswered]).toEqual([name, heldBefore(getNamedType(args[0]!.type).name).length > 0]);
    }
  });

  it('docs/input-rules.md lists all rules', () => {
    expectCommitted('docs/input-rules.md', renderInputRulesPage(schema));
  });

  /** Returns the rules of an input, including nested inputs. */
  function rulesBelow(name: string): RuledField['rules'] {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) return [];
    const inner = Object.values(type.getFields()).map((field) => getNamedType(field.type).name);
    const own = fields.filter(({ owner }) => owner === name).flatMap(({ rules }) => rules);
    return [...own, ...inner.flatMap(rulesBelow)];
  }

  const codesBelow = (name: string): string[] => rulesBelow(name).flatMap(({ codes }) => codes);

  /** Returns the codes of rules that are checked before the resolver. None if the mutation checks its input itself. */
  function heldBefore(name: string): string[] {
    const input = TypeMetadataStorage.getInputTypesMetadata().find((type) => type.name === name)!;
    if (input.target.prototype instanceof InputWithProblems) return [];
    return rulesBelow(name)
      .filter(({ rule }) => rule.name !== 'domain')
      .flatMap(({ codes }) => codes);
  }
});
