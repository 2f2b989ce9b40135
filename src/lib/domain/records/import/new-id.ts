import { idFrom, type NumberSource } from '#domain/app/random-number.ts';
import { randomId } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { generateText } from '#domain/field-types/generate.ts';
import { fitsId, idFieldOf } from '../record-id.ts';

/** An id for a new record as its backend makes them; empty where only the backend can make one. */
export function newId(collection: Pick<Collection, 'fields'>, next?: NumberSource): string {
  const field = idFieldOf(collection);
  const plain = () => (next ? idFrom(next) : randomId());
  if (!field) return plain();
  const made = field.autogenerate ? generateText(field.autogenerate, next) : undefined;
  return [made ?? '', plain()].find((id) => fitsId(id, field)) ?? '';
}
