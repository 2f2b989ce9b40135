export { FIELD_ICONS } from '../../components/field-icons.ts';
