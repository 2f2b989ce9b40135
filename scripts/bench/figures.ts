/** Results of one round by name of the figure, in the units of FIGURES. */
export type Figures = Record<string, number>;
