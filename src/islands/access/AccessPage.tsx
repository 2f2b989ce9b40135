import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { inFrame, island } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';

const { frame } = routes.access;

// The page names the modules of every island: those of a screen that few visits open follow by themselves.
const AccessScreen = lazyPart(() => import('./AccessScreen.tsx'));

/** Who may do what. Every page has what is prerendered: nothing. */
const Access = () => useIsHydrated() && <AccessScreen />;

export default island(inFrame(frame), Access);
