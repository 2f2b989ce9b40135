import { measureBudgets } from '#scripts/budgets/budgets.ts';
await measureBudgets();
