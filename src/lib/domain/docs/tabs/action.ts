import type { Access, DocBuilder, DocResponse, DocsContext, Param, Sdk } from '../doc.ts';
import { bodyTable } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE } from '../responses.ts';
import { samples } from '../sample.ts';
import { authPath } from './auth.ts';

/** An endpoint of an auth collection that takes some texts and responds without a body. */
interface Action {
  /** Last segment of its path. */
  readonly action: string;
  readonly description: string;
  readonly sample: (sdk: Sdk) => string;
  readonly access?: readonly Access[];
  readonly params: readonly Param[];
  /** What the response to an accepted request means. */
  readonly success: string;
  /** Why the backend refuses a request, and its message. */
  readonly refusal: string;
  readonly message?: string;
  readonly otherResponses?: readonly DocResponse[];
}

/** The builder of the tab of an action. */
export const actionTab =
  (actionOf: (context: DocsContext) => Action): DocBuilder =>
  (context) => {
    const { action, description, sample, access = [], params, ...texts } = actionOf(context);
    const { success, refusal, message = GENERAL_FAILURE, otherResponses = [] } = texts;
    const blank = Object.fromEntries(params.map(({ name }) => [name, BLANK]));
    return {
      description: [description],
      samples: samples(context, sample),
      endpoints: [
        { method: 'POST', path: authPath(context, action), access, tables: [bodyTable(...params)] },
      ],
      responses: [done(success), failure(400, refusal, message, blank), ...otherResponses],
    };
  };
