import type { Collection } from '#domain/backend/collection.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { followPath } from '../follow-path.ts';
import { type EditedRule, editedRulesOf, ruleOf, ruleTitle } from '../rules.ts';
import { type SchemaIndex, schemaIndex } from '../schema-index.ts';
import type { SchemaEdit } from './changes.ts';
import { queryNames } from './query-names.ts';

/** A changed name that a rule or query uses, and the new one; undefined for a removed field. */
export interface Mention {
  readonly kind: 'collection' | 'field';
  readonly name: string;
  readonly to: string | undefined;
}

/** A rule or query that the user must update by hand. */
export interface Reference {
  readonly collectionId: string;
  readonly collectionName: string;
  readonly place: EditedRule | 'query';
  readonly label: string;
  readonly mentions: readonly Mention[];
}

const ofCollection = ({ collectionName: name, newName: to }: SchemaEdit): Mention[] =>
  to === name ? [] : [{ kind: 'collection', name, to }];

const ofField = ({ renamed, removed }: SchemaEdit, name: string): Mention[] =>
  renamed.has(name) || removed.has(name) ? [{ kind: 'field', name, to: renamed.get(name) }] : [];

function ruleMentions(rule: string, owner: Collection, edit: SchemaEdit, index: SchemaIndex): Mention[] {
  const found: Mention[] = [];
  const isOwn = owner.id === edit.collectionId;
  for (const path of namesIn(rule)) {
    // In the own rules, the backend refuses all other fields that do not exist.
    const isAccepted = !isOwn || path.startsWith('@request.');
    for (const step of followPath(path, owner, index)) {
      if (step.of === 'below' || step.collection.id !== edit.collectionId) continue;
      // A collection that is named by its id keeps that.
      if (step.of === 'field') found.push(...(isAccepted ? ofField(edit, step.name) : []));
      else if (!step.name.startsWith(edit.collectionId)) found.push(...ofCollection(edit));
    }
  }
  return found;
}

function queryMentions(query: string, edit: SchemaEdit): Mention[] {
  const { tables, qualified, bare } = queryNames(query);
  const table = foldName(edit.collectionName);
  if (!tables.has(table)) return [];
  const isUsed = (name: string) => bare.has(foldName(name)) || qualified.get(table)?.has(foldName(name));
  const fields = [...edit.renamed.keys(), ...edit.removed].filter(isUsed);
  return [...ofCollection(edit), ...fields.flatMap((name) => ofField(edit, name))];
}

/** What uses a renamed or removed name; of the edited collection only what the backend would store without an error. */
export function findReferences(edit: SchemaEdit, collections: readonly Collection[]): Reference[] {
  const names = [...edit.renamed.keys(), ...edit.removed];
  if (edit.newName !== edit.collectionName) names.push(edit.collectionName);
  const folded = names.map(foldName);
  // Most texts need not be parsed.
  const isCandidate = (text: string) => folded.some((name) => foldName(text).includes(name));
  const index = schemaIndex(collections);
  const references: Reference[] = [];
  for (const owner of folded.length ? collections : []) {
    const found = (place: Reference['place'], label: string, all: readonly Mention[]) => {
      if (all.length === 0) return;
      const mentions = [...new Map(all.map((each) => [`${each.kind} ${each.name}`, each])).values()];
      references.push({ collectionId: owner.id, collectionName: owner.name, place, label, mentions });
    };
    for (const name of editedRulesOf(owner)) {
      const rule = ruleOf(owner, name);
      if (!rule || !isCandidate(rule)) continue;
      found(name, ruleTitle(name), ruleMentions(rule, owner, edit, index));
    }
    const { query } = owner;
    if (query && isCandidate(query)) {
      found('query', 'View query', queryMentions(query, edit));
    }
  }
  return references;
}
