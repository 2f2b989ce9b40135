/** The drawings in public/avatars; the number of an avatar is its position. */
export const DRAWINGS = [
  'fish',
  'crab',
  'turtle',
  'jellyfish',
  'palm',
  'whale',
  'octopus',
  'boat',
  'starfish',
  'toucan',
] as const;

export type Drawing = (typeof DRAWINGS)[number];

export const avatarOf = (drawing: Drawing): number => DRAWINGS.indexOf(drawing);
